/** Icons, drawn on 16 units with one stroke width. All are decoration: the text beside them or the control's label says it. */
import type { ComponentChildren } from "preact";

function Glyph(props: { children: ComponentChildren; class?: string }) {
  return (
    <svg class={`glyph ${props.class ?? ""}`} viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      {props.children}
    </svg>
  );
}

export const Gear = () => (
  <Glyph>
    <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
    <circle cx="10" cy="4.5" r="1.8" />
    <circle cx="6" cy="11.5" r="1.8" />
  </Glyph>
);
export const Show = () => (
  <Glyph class="turns">
    <path d="M6.5 3H4a1.5 1.5 0 0 0-1.5 1.5V12A1.5 1.5 0 0 0 4 13.500h7.500A1.5 1.5 0 0 0 13 12V9.500M9.5 2.500h4v4M13.2 2.8 8 8" />
  </Glyph>
);
export const Stop = () => (
  <Glyph>
    <rect x="3.5" y="3.5" width="9" height="9" rx="1.5" fill="currentColor" stroke="none" />
  </Glyph>
);
export const Shield = () => (
  <Glyph>
    <path d="M8 1.8 13 3.700v4c0 3-2 5.3-5 6.5-3-1.2-5-3.5-5-6.500v-4z" />
    <path d="m6 6 4 4m0-4-4 4" />
  </Glyph>
);
export const Window = () => (
  <Glyph>
    <rect x="2" y="3" width="12" height="10" rx="1.5" />
    <path d="M2 6h12" />
  </Glyph>
);
export const Bad = () => (
  <Glyph>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M8 4.800v3.800M8 11.100v.1" />
  </Glyph>
);
export const Good = () => (
  <Glyph>
    <circle cx="8" cy="8" r="6.2" />
    <path d="m5.3 8.2 1.9 1.9 3.6-4" />
  </Glyph>
);
export const Wait = () => (
  <Glyph>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M8 4.500V8l2.3 1.6" />
  </Glyph>
);
export const Lock = () => (
  <Glyph>
    <rect x="3.2" y="7" width="9.6" height="6.5" rx="1.5" />
    <path d="M5.3 7V5a2.7 2.7 0 0 1 5.4 0v2" />
  </Glyph>
);
export const Cross = () => (
  <Glyph>
    <path d="m4 4 8 8m0-8-8 8" />
  </Glyph>
);
export const Plug = () => (
  <Glyph>
    <path d="M5.5 2v3M10.5 2v3M3.5 5h9v2.500a4.5 4.5 0 0 1-9 0zM8 12v2.5" />
  </Glyph>
);
export const List = () => (
  <Glyph>
    <path d="M5.5 4H14M5.5 8H14M5.5 12H14M2.2 4h.1M2.2 8h.1M2.2 12h.1" />
  </Glyph>
);
export const Info = () => (
  <Glyph>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M8 7.400v3.800M8 4.900V5" />
  </Glyph>
);

/** The product's mark: a bridge. */
export const Mark = () => (
  <svg class="mark" viewBox="0 0 128 128" aria-hidden="true">
    <rect width="128" height="128" rx="26" fill="#4338ca" />
    <path d="M20 78h88M34 78v24M94 78v24M34 78a30 34 0 0 1 60 0" fill="none" stroke="#fff" stroke-width="11" stroke-linejoin="round" />
  </svg>
);
export const Back = () => (
  <Glyph class="turns">
    <path d="M10 3 5 8l5 5" />
  </Glyph>
);
export const Plus = () => (
  <Glyph>
    <path d="M8 3v10M3 8h10" />
  </Glyph>
);
export const Model = () => (
  <Glyph>
    <rect x="4" y="4" width="8" height="8" rx="1.5" />
    <path d="M6 4V1.800M10 4V1.800M6 14.200V12M10 14.200V12M4 6H1.800M4 10H1.800M14.200 6H12M14.200 10H12" />
  </Glyph>
);
export const Pause = () => (
  <Glyph>
    <path d="M5.500 3.500v9M10.500 3.500v9" stroke-width="2.5" />
  </Glyph>
);
export const Play = () => (
  <Glyph class="turns">
    <path d="M5 3.200v9.600L12.500 8z" fill="currentColor" />
  </Glyph>
);
export const Send = () => (
  <Glyph>
    <path d="M8 13V3.500M3.800 7.500 8 3.300l4.200 4.200" />
  </Glyph>
);
export const Bin = () => (
  <Glyph>
    <path d="M2.800 4.500h10.400M6 4.500V2.800h4v1.700M4.200 4.500l.6 8.700h6.400l.6-8.700" />
  </Glyph>
);
export const Text = () => (
  <Glyph>
    <path d="M3.500 2h6l3 3v9h-9zM9.500 2v3h3M5.700 8h4.600M5.700 11h4.600" />
  </Glyph>
);
export const Journal = () => (
  <Glyph>
    <path d="M6 2.500C4 2.500 5.500 8 3 8c2.500 0 1 5.500 3 5.500M10 2.500c2 0 .5 5.500 3 5.500-2.500 0-1 5.500-3 5.500" />
  </Glyph>
);
