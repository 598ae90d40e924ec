import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { Parser } from 'htmlparser2';

/** A cell as a workbook has it: its text, number or flag, and the number of its format. */
export type Cell = { readonly value: string | number | boolean; readonly style: number };

/** The files of a ZIP archive by path, read by its directory, in the order of that. */
export function unzipped(bytes: Uint8Array): Map<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(each => zip.readUInt16LE(at + each));
    const header = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const packedContent = zip.subarray(start, start + packed);
    const content = method === 8 ? inflateRawSync(packedContent) : packedContent;
    // The sums stand in the directory and behind the content.
    const sums = [crc32(content), packed, content.length];
    expect([16, 20, 24].map(field => zip.readUInt32LE(at + field))).toEqual(sums);
    expect([4, 8, 12].map(field => zip.readUInt32LE(start + packed + field))).toEqual(sums);
    files.set(name, content.toString('utf8'));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

/** The rows of each sheet of a workbook, by its name. A cell that is not there is undefined. */
export function sheetsOf(bytes: Uint8Array): Map<string, (Cell | undefined)[][]> {
  const files = unzipped(bytes);
  const names = attributesOf(files.get('xl/workbook.xml') ?? '', 'sheet');
  const paths = new Map(
    attributesOf(files.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map(({ Id, Target }) => [Id, Target]),
  );
  return new Map(
    names.map(each => [String(each.name), rowsOf(files.get(`xl/${paths.get(each['r:id'] ?? '')}`) ?? '')]),
  );
}

function attributesOf(xml: string, element: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const parser = new Parser({ onopentag: (name, each) => name === element && found.push(each) }, { xmlMode: true });
  parser.end(xml);
  return found;
}

function rowsOf(xml: string): (Cell | undefined)[][] {
  const rows: (Cell | undefined)[][] = [];
  let [cell, text]: [Record<string, string>, string] = [{}, ''];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'row') rows[Number(attributes.r) - 1] = [];
        if (name === 'c') [cell, text] = [attributes, ''];
      },
      ontext(part) {
        text += part;
      },
      onclosetag(name) {
        const [, letters = '', row] = /^([A-Z]+)(\d+)$/.exec(cell.r ?? '') ?? [];
        const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
        const cells = rows[Number(row) - 1];
        if (name === 'c' && cells) cells[column] = { value: contentOf(cell.t, text), style: Number(cell.s ?? 0) };
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return rows;
}

function contentOf(type: string | undefined, text: string): Cell['value'] {
  if (type === 'b') return text === '1';
  if (type !== 'inlineStr') return Number(text);
  return text.replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
