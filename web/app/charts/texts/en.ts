export const en = {
  actions: 'Save {title}',
  chart: 'Chart',
  saveCsv: 'Save as CSV',
  savePng: 'Save as PNG',
  show: 'Show as',
  table: 'Table',
  valueOnDay: '{day}: {values}',
} as const;
