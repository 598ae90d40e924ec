import { describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { sheetEnd, sheetStart, workbookParts } from '../../../../shared/domain/exports/xlsx-parts.ts';

type Element = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };

/** Returns the elements of a part, in order. */
function elementsOf(part = ''): Element[] {
  expect(part).toMatch(/^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n</);
  const elements: Element[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => elements.push({ name, attributes }),
      ontext: text => expect(text).toMatch(/^\n?$/),
    },
    { xmlMode: true },
  );
  parser.end(part);
  return elements;
}

const attributesOf = (elements: readonly Element[], wanted: string) =>
  elements.filter(({ name }) => name === wanted).map(({ attributes }) => attributes);

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// ECMA-376, part 2, chapters 6.5 (relationships) and 7.2.3 (content types).
describe('the parts of a workbook', () => {
  const part = (path: string) => elementsOf(workbookParts(['Responses', 'A & B'])[path]);
  const relations = (path: string) => {
    const elements = part(path);
    const xmlns = 'http://schemas.openxmlformats.org/package/2006/relationships';
    expect(elements[0]).toEqual({ name: 'Relationships', attributes: { xmlns } });
    return attributesOf(elements, 'Relationship');
  };

  it('are found from the package: the workbook, then its sheets and styles', () => {
    expect(relations('_rels/.rels')).toEqual([
      { Id: 'workbook', Type: `${office}/officeDocument`, Target: 'xl/workbook.xml' },
    ]);
    expect(relations('xl/_rels/workbook.xml.rels')).toEqual([
      { Id: 'rId1', Type: `${office}/worksheet`, Target: 'worksheets/sheet1.xml' },
      { Id: 'rId2', Type: `${office}/worksheet`, Target: 'worksheets/sheet2.xml' },
      { Id: 'styles', Type: `${office}/styles`, Target: 'styles.xml' },
    ]);
    const workbook = part('xl/workbook.xml');
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    expect(workbook[0]).toEqual({ name: 'workbook', attributes: { xmlns: main, 'xmlns:r': office } });
    expect(attributesOf(workbook, 'sheet')).toEqual([
      { name: 'Responses', sheetId: '1', 'r:id': 'rId1' },
      { name: 'A & B', sheetId: '2', 'r:id': 'rId2' },
    ]);
  });

  it('have a type each', () => {
    const types = part('[Content_Types].xml');
    const xmlns = 'http://schemas.openxmlformats.org/package/2006/content-types';
    expect(types[0]).toEqual({ name: 'Types', attributes: { xmlns } });
    expect(attributesOf(types, 'Default')).toEqual([
      { Extension: 'rels', ContentType: 'application/vnd.openxmlformats-package.relationships+xml' },
      { Extension: 'xml', ContentType: 'application/xml' },
    ]);
    expect(attributesOf(types, 'Override')).toEqual([
      { PartName: '/xl/workbook.xml', ContentType: `${type}.sheet.main+xml` },
      { PartName: '/xl/styles.xml', ContentType: `${type}.styles+xml` },
      { PartName: '/xl/worksheets/sheet1.xml', ContentType: `${type}.worksheet+xml` },
      { PartName: '/xl/worksheets/sheet2.xml', ContentType: `${type}.worksheet+xml` },
    ]);
  });
});

describe('a sheet', () => {
  it('has columns as wide as told, a first row that stays in view, and filters in it', () => {
    const elements = elementsOf(sheetStart([12, 8.5]) + sheetEnd(28, 3));
    expect(elements.map(({ name }) => name)).toEqual([
      ...['worksheet', 'sheetViews', 'sheetView', 'pane', 'cols', 'col', 'col', 'sheetData', 'autoFilter'],
    ]);
    expect(attributesOf(elements, 'col')).toEqual([
      { min: '1', max: '1', width: '12', customWidth: '1' },
      { min: '2', max: '2', width: '8.5', customWidth: '1' },
    ]);
    expect(attributesOf(elements, 'pane')).toEqual([
      { ySplit: '1', topLeftCell: 'A2', activePane: 'bottomLeft', state: 'frozen' },
    ]);
    expect(attributesOf(elements, 'autoFilter')).toEqual([{ ref: 'A1:AB3' }]);
  });

  it('has neither without columns, which would be a damaged file', () => {
    const elements = elementsOf(sheetStart([]) + sheetEnd(0, 1));
    expect(elements.map(({ name }) => name)).toEqual(['worksheet', 'sheetViews', 'sheetView', 'pane', 'sheetData']);
  });
});
