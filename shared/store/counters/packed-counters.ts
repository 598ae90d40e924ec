import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Counters by name: `c`, or `f:email`, `e:email:required` of a field. Each has a number for each cell of the item's
 * span, as an hour has four quarters.
 */
export type Counters = ReadonlyMap<string, readonly number[]>;

/**
 * Packs counters as an item stores them, in `counts`. Those of a field share its ID, which saves room. Zero counters
 * are left out. The same counters always give the same bytes.
 */
export function packCounters(counters: Counters): Uint8Array {
  const bytes: number[] = [];
  for (const [field, ofField] of byField(counters)) {
    writeText(bytes, field);
    writeNumber(bytes, ofField.length);
    for (const [code, cells] of ofField) {
      writeText(bytes, code);
      writeNumber(bytes, cells.length);
      for (const cell of cells) writeNumber(bytes, cell < 0 ? -2 * cell - 1 : 2 * cell);
    }
  }
  return deflateRawSync(Uint8Array.from(bytes));
}

type PackedCounter = [code: string, cells: readonly number[]];

/** Groups the counters by field ID, which is empty for those without a field. The rest of each name keeps its order. */
function byField(counters: Counters): Map<string, PackedCounter[]> {
  const fields = new Map<string, PackedCounter[]>();
  for (const [name, cells] of [...counters].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (cells.every(cell => cell === 0)) continue;
    const [letter = '', field = '', rule] = name.split(':');
    const ofField = fields.get(field) ?? [];
    fields.set(field, ofField);
    ofField.push([rule === undefined ? letter : `${letter}:${rule}`, cells]);
  }
  return fields;
}

/** Returns what `packCounters` was given, without zero counters. An item without `counts` has none. */
export function unpackCounters(packed: unknown): Map<string, number[]> {
  const counters = new Map<string, number[]>();
  if (!(packed instanceof Uint8Array)) return counters;
  const reader = new Reader(inflateRawSync(packed));
  while (!reader.atEnd) {
    const field = reader.text();
    for (let left = reader.number(); left > 0; left--) {
      const [letter = '', rule] = reader.text().split(':');
      const name = field === '' ? letter : [letter, field, ...(rule === undefined ? [] : [rule])].join(':');
      counters.set(
        name,
        Array.from({ length: reader.number() }, () => reader.signed()),
      );
    }
  }
  return counters;
}

/** Adds counters to others, cell by cell. */
export function addCounters(sums: Map<string, number[]>, added: Counters): void {
  for (const [name, cells] of added) {
    const sum = sums.get(name) ?? [];
    sums.set(name, sum);
    for (const [index, cell] of cells.entries()) sum[index] = (sum[index] ?? 0) + cell;
  }
}

function writeText(bytes: number[], text: string): void {
  const utf8 = Buffer.from(text);
  writeNumber(bytes, utf8.length);
  bytes.push(...utf8);
}

/** Writes a number with seven bits a byte, the lowest first. The highest bit is set when more follow. */
function writeNumber(bytes: number[], value: number): void {
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  bytes.push(left);
}

class Reader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#position >= this.#bytes.length;
  }

  number(): number {
    let value = 0;
    let byte = 128;
    for (let unit = 1; byte >= 128; unit *= 128) {
      byte = this.#bytes[this.#position++] ?? 0;
      value += (byte % 128) * unit;
    }
    return value;
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.number();
    this.#position += length;
    return this.#bytes.toString('utf8', this.#position - length, this.#position);
  }
}
