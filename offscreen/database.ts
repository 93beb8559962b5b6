/**
 * What the agent keeps: the journals of its runs, entry by entry, and tables of texts. It is
 * in the extension's own origin, where no page reads. What was answered is on the disk.
 */

const name = "agent";
const version = 1;
/** The stores: entries by run and number, texts by table and key. */
const entries = "entries";
const texts = "texts";

const settled = { durability: "strict" } as const;

export class Database {
  private constructor(private readonly db: IDBDatabase) {}

  static open(): Promise<Database> {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open(name, version);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore(entries);
        asked.result.createObjectStore(texts);
      };
      asked.onsuccess = () => {
        asked.result.onversionchange = () => asked.result.close(); // a document of a later version
        resolve(new Database(asked.result));
      };
      asked.onerror = () => reject(asked.error!);
    });
  }

  /** Adds an entry behind the one at after. Refuses with "behind" where another one is. */
  append(run: string, after: number, entry: string): Promise<number> {
    return this.write(entries, (store, refuse) => {
      const last = store.openKeyCursor(of(run), "prev");
      last.onsuccess = () => {
        const at = last.result ? (last.result.key as [string, number])[1] : 0;
        if (at !== after) return refuse("behind");
        store.add(entry, [run, after + 1]);
      };
      return after + 1;
    });
  }

  entries(run: string): Promise<string[]> {
    return this.read(entries, (store) => store.getAll(of(run)));
  }

  /** Forgets a run: its journal, its note, its pictures. */
  async forget(run: string): Promise<void> {
    await this.write(texts, (store) => {
      store.delete(["notes", run]);
      store.delete(IDBKeyRange.bound(["pictures", `${run}/`], ["pictures", `${run}/\uffff`]));
    });
    await this.write(entries, (store) => void store.delete(of(run)));
  }

  put(table: string, key: string, text: string): Promise<void> {
    return this.write(texts, (store) => void (text ? store.put(text, [table, key]) : store.delete([table, key])));
  }

  async get(table: string, key: string): Promise<string | null> {
    return (await this.read<string | undefined>(texts, (store) => store.get([table, key]))) ?? null;
  }

  async all(table: string): Promise<Record<string, string>> {
    const range = IDBKeyRange.bound([table], [table, []]);
    const [keys, values] = await Promise.all([this.read(texts, (s) => s.getAllKeys(range)), this.read<string[]>(texts, (s) => s.getAll(range))]);
    return Object.fromEntries(keys.map((key, i) => [(key as [string, string])[1], values[i]!]));
  }

  private read<T>(store: string, ask: (s: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const asked = ask(this.db.transaction(store).objectStore(store));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error!);
    });
  }

  /** Resolves when what work wrote is on the disk. */
  private write<T>(store: string, work: (s: IDBObjectStore, refuse: (why: string) => void) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const t = this.db.transaction(store, "readwrite", settled);
      let why: string | undefined;
      const value = work(t.objectStore(store), (text) => {
        why = text;
        t.abort();
      });
      t.oncomplete = () => resolve(value);
      t.onabort = () => reject(new Error(why ?? (t.error?.name === "QuotaExceededError" ? "full" : String(t.error))));
    });
  }
}

/** The keys of a run's entries. */
const of = (run: string) => IDBKeyRange.bound([run, 0], [run, Infinity]);
