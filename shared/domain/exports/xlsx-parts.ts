import { columnLetters, xmlText } from './xlsx-cells.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns the beginning of a sheet. Its first row stays in view. */
export const sheetStart = (widths: readonly number[]): string => {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
  );
};

/** Returns the end of a sheet, with filters in its first row. */
export const sheetEnd = (columns: number, rows: number): string =>
  `</sheetData>${columns > 0 ? `<autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/>` : ''}</worksheet>`;

/** Returns the path of a sheet in the workbook, by its number from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** Returns the files of a workbook besides its sheets, by path. */
export function workbookParts(sheets: readonly string[]): Record<string, string> {
  const list = sheets.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const relations = sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  const types = sheets.map((_, at) => override(`/${sheetPath(at + 1)}`, 'worksheet'));
  return {
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf([...relations, relation('styles', 'styles', 'styles.xml')]),
    'xl/styles.xml': styles,
    '_rels/.rels': relationsOf([relation('workbook', 'officeDocument', 'xl/workbook.xml')]),
    '[Content_Types].xml':
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${types.join('')}</Types>`,
  };
}

const override = (path: string, type: string): string =>
  `<Override PartName="${path}" ContentType="${contentType}.${type}+xml"/>`;

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;

const relationsOf = (list: readonly string[]): string =>
  `${declaration}<Relationships xmlns="${packageRelationships}">${list.join('')}</Relationships>`;

/** The built-in number formats of `cellStyles`: general, bold, text, date, time, moment, two decimals. */
const formats = [0, 0, 49, 14, 20, 22, 4];

const styles =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length}">${formats
    .map(
      (format, at) =>
        `<xf numFmtId="${format}" fontId="${at === 1 ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
    .join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
