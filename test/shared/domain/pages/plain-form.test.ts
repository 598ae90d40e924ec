import { describe, expect, it } from '@jest/globals';
import type { PublicField } from '../../../../shared/domain/fields/field.ts';
import { type PlainForm, plainForm } from '../../../../shared/domain/pages/plain-form.ts';
import english from '../../../../shared/domain/pages/texts/en.json' with { type: 'json' };
import { wordingOf } from '../../../../shared/domain/pages/texts.ts';
import type { Fault } from '../../../../shared/fault.ts';

const words = { texts: wordingOf('en'), lang: 'en' };

const fault = (field: string, rule = 'email', message = 'No address'): Fault => ({ field, rule, message });

/** What is between the tags of the form, line by line, and without the button that all end with. */
function linesOf(form: Partial<PlainForm>, faults: readonly Fault[] = [], message?: string): string[] {
  const whole = { fields: [], action: '', hidden: {}, honeypot: undefined, texts: english, words, ...form };
  const sent = new Map([['a', ['<sent>']]]);
  const lines = plainForm(whole, { sent, faults, message })?.text.split('\n') ?? [];
  expect([lines[0]?.slice(0, 6), ...lines.slice(-2)]).toEqual([
    '<form ',
    '<button type="submit">Send</button>',
    '</form>',
  ]);
  return lines.slice(1, -2).filter(line => line !== '');
}
const ofField = (field: Omit<PublicField, 'id'>, ...faults: Fault[]) =>
  linesOf({ fields: [{ id: 'a', ...field }] }, faults);
const optional = ' <span class="optional">(optional)</span>';

describe('a plain form', () => {
  it('is sent to its action, in parts where it has files', () => {
    const form = { fields: [], action: '?a="', hidden: {}, honeypot: undefined, texts: english, words };
    const nothing = { sent: new Map(), faults: [] };
    for (const fields of [[], [{ id: 'a', type: 'text' }]] as const) {
      expect(plainForm({ ...form, fields }, nothing)?.text).toMatch(/^<form method="post" action="\?a=&quot;">\n/);
    }
    const fields = [
      { id: 'a', type: 'text' },
      { id: 'b', type: 'file' },
    ] as const;
    expect(plainForm({ ...form, fields }, nothing)?.text).toMatch(/ enctype="multipart\/form-data">\n/);
  });

  it('begins with its welcome', () => {
    expect(linesOf({ welcome: 'Hello **you**' })[0]).toContain('<strong>you</strong>');
    expect(linesOf({})).toEqual([]);
  });

  it('has what nobody sees', () => {
    expect(linesOf({})).toEqual([]);
    expect(linesOf({ hidden: { _ticket: 't', source: '"' }, honeypot: 'website' })).toEqual([
      '<input type="hidden" name="_ticket" value="t"><input type="hidden" name="source" value="&quot;">',
      '<div class="away" aria-hidden="true"><label>website <input type="text" name="website" tabindex="-1" autocomplete="off"></label></div>',
    ]);
  });
});

describe('a field', () => {
  it('has its label beside its control, and says whether an answer is required', () => {
    expect(ofField({ type: 'text' })).toEqual([
      `<div class="field"><label for="f0"><span dir="auto">a</span>${optional}</label>`,
      '<input type="text" name="a" value="&lt;sent&gt;" dir="auto" id="f0"></div>',
    ]);
    expect(ofField({ type: 'text', label: 'Name', required: true })).toEqual([
      '<div class="field"><label for="f0"><span dir="auto">Name</span></label>',
      '<input type="text" name="a" value="&lt;sent&gt;" dir="auto" id="f0" required></div>',
    ]);
  });

  it('has its help, and the condition that a page without a script cannot keep', () =>
    expect(ofField({ type: 'url', required: true, help: 'Of your page', visibleIf: {} })).toEqual([
      '<div class="field"><label for="f0"><span dir="auto">a</span></label><p class="hint" id="f0h0" dir="auto">Of your page</p><p class="hint" id="f0h1" dir="auto">Answer this only if it applies to you.</p>',
      '<input type="url" name="a" value="&lt;sent&gt;" dir="auto" id="f0" aria-describedby="f0h0 f0h1"></div>',
    ]));

  it('of several controls stands in a group, one that is ticked has its label itself', () => {
    expect(ofField({ type: 'ranking', help: 'In order' })).toEqual([
      `<fieldset class="field" id="f0" aria-describedby="f0h0"><legend><span dir="auto">a</span>${optional}</legend><p class="hint" id="f0h0" dir="auto">In order</p>`,
      '</fieldset>',
    ]);
    expect(ofField({ type: 'checkbox' })[0]).toBe('<div class="field">');
  });

  it('that nobody answers is what it says', () => {
    expect(ofField({ type: 'page', label: 'More' })).toEqual(['<h2 dir="auto">More</h2>']);
    expect(ofField({ type: 'statement', label: 'Hello', text: '*you*' })).toEqual([
      '<div class="field" dir="auto"><h2 dir="auto">Hello</h2><p><em>you</em></p></div>',
    ]);
    expect(ofField({ type: 'statement' })).toEqual(['<div class="field" dir="auto"></div>']);
    expect([ofField({ type: 'page' }), ofField({ type: 'calculated' })]).toEqual([[], []]);
  });

  it('that is hidden keeps what it has', () => {
    const hidden = (id: string) => linesOf({ fields: [{ id, type: 'hidden' }] });
    expect([hidden('a'), hidden('b')]).toEqual([
      ['<input type="hidden" name="a" value="&lt;sent&gt;">'],
      ['<input type="hidden" name="b" value="">'],
    ]);
  });
});

describe('a form with many choices', () => {
  const options = (count: number) => Array.from({ length: count }, (_, index) => `option ${index}`);
  const ranking = (id: string, count: number): PublicField => ({ id, type: 'ranking', options: options(count) });
  const formOf = (fields: readonly PublicField[]) => linesOf({ fields }).join('\n');

  it('repeats them at each place up to 2,000 in all, and lists them once beyond', () => {
    expect(formOf([ranking('a', 44)])).not.toContain('<datalist');
    expect(formOf([ranking('a', 45)])).not.toContain('<select');
    expect(formOf([ranking('a', 40), ranking('b', 20)])).not.toContain('<datalist');
    expect(formOf([ranking('a', 40), ranking('b', 21)])).not.toContain('<select');
    const matrix: PublicField = { id: 'a', type: 'matrix', rows: options(41), columns: options(50) };
    expect(formOf([matrix])).toContain('<datalist');
    expect(formOf([{ ...matrix, rows: options(40) }])).not.toContain('<datalist');
  });

  const plain = (fields: readonly PublicField[]) => {
    const form = { fields, action: '', hidden: {}, honeypot: undefined, texts: english, words };
    return plainForm(form, { sent: new Map(), faults: [] });
  };

  it('has no more controls than can be sent', () => {
    expect(plain([ranking('a', 499), ranking('b', 500)])).toBeDefined();
    expect(plain([ranking('a', 500), ranking('b', 500)])).toBeUndefined();
    const matrix = (count: number): PublicField => ({ id: 'a', type: 'matrix', rows: options(count), columns: ['x'] });
    expect([plain([matrix(999)]), plain([matrix(1000)])]).toEqual([expect.anything(), undefined]);
    const many = (count: number): PublicField => ({ id: 'a', type: 'multiselect', options: options(count) });
    expect([plain([many(999)]), plain([many(1000)])]).toEqual([expect.anything(), undefined]);
    expect(plain([{ id: 'a', type: 'select', options: options(1500) }])).toBeDefined();
  });

  it('says how large a file may be where a page can send one of that size', () => {
    const hint = (maxBytes: number) => ofField({ type: 'file', validate: { maxBytes, maxFiles: 2 } }).join('');
    expect(hint(4_000_000)).toContain('MB each · Up to 2 files');
    expect(hint(4 * 1024 * 1024)).not.toContain('MB each');
    expect(hint(4 * 1024 * 1024)).toContain('Up to 2 files');
    expect(ofField({ type: 'file' }).join('')).not.toContain('undefined');
  });

  it('is no longer than a page may be', () => {
    const help = "'".repeat(2000);
    const fields = Array.from({ length: 60 }, (_, index) => ({ id: `f${index}`, type: 'text' as const, help }));
    expect(plain(fields)).toBeUndefined();
    expect(plain(fields.slice(0, 50))).toBeDefined();
  });
});

describe('what was wrong', () => {
  const errors = (...said: string[]) => `<div class="errors" role="alert">${said.join('')}</div>`;

  it('stands above the form and at its field', () =>
    expect(ofField({ type: 'email', label: 'Mail', help: 'h' }, fault('a'), fault('a.row', 'required'))).toEqual([
      errors(
        '<p>Check these answers:</p>',
        '<ul><li><a href="#f0">Enter your mail in the format name@example.com</a></li><li><a href="#f0">Enter your mail</a></li></ul>',
      ),
      `<div class="field"><label for="f0"><span dir="auto">Mail</span>${optional}</label><p class="hint" id="f0h0" dir="auto">h</p>`,
      '<p class="error" id="f0e">Enter your mail in the format name@example.com. Enter your mail</p><input type="email" name="a" value="&lt;sent&gt;" dir="auto" id="f0" aria-describedby="f0h0 f0e" aria-invalid="true"></div>',
    ]));

  it('is of one field alone', () => {
    const fields = ['a', 'b'].map(id => ({ id, type: 'email' as const }));
    const lines = linesOf({ fields }, [fault('b[0]')]);
    expect(lines[0]).toContain('<a href="#f1">Enter your b in the format name@example.com</a>');
    expect(lines.filter(line => line.includes('aria-invalid'))).toEqual([expect.stringContaining('id="f1"')]);
  });

  it('in another language is said in its words', () => {
    const form = { fields: [{ id: 'a', type: 'email' as const }], words: { texts: wordingOf('de'), lang: 'de' } };
    const [summary] = linesOf(form, [fault('a'), fault('a', 'required')]);
    expect(summary).toBe(
      errors(
        '<p>Bitte prüfen Sie diese Antworten:</p>',
        '<ul><li><a href="#f0">Bitte geben Sie bei „a“ eine E-Mail-Adresse wie name@example.com ein</a></li><li><a href="#f0">Bitte füllen Sie „a“ aus</a></li></ul>',
      ),
    );
  });

  it('with the request as a whole stands there alone', () => {
    expect(linesOf({}, [], 'Too much')).toEqual([errors('<p>Too much</p>')]);
    expect(linesOf({}, [fault('')])).toEqual([errors('<p>Check these answers:</p>', '<ul><li>No address</li></ul>')]);
  });

  it('takes files that were chosen with it', () =>
    expect(linesOf({ fields: (['text', 'file'] as const).map(type => ({ id: type, type })) }, [], 'Too much')[0]).toBe(
      errors('<p>Too much</p>', '<p class="hint">Choose your files again. This page can’t keep them.</p>'),
    ));
});
