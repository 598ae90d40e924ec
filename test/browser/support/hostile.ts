import type { Field } from '../../../shared/domain/fields/field.ts';

/** What somebody answers who means harm: a page that lets it have its way has another title. */
export const hostile = {
  markup: '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>',
  turned: 'user\u202Egnp.exe\u2066 \u2067abc',
  long: `${'x'.repeat(99_990)} the end`,
} as const;

export const hostileFields: Field[] = [
  { id: 'markup', type: 'text', label: `${hostile.markup}\u202E` },
  { id: 'turned', type: 'text', label: 'x'.repeat(400) },
  { id: 'long', type: 'textarea', label: 'Long' },
];
