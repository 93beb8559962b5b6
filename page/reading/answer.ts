/** What a reading answers. */
import type { Located, Operations } from "../common/engine.gen";

/** Reading is what an extract answers. */
export type Reading = Omit<Operations["extract"]["answer"], keyof Located>;
