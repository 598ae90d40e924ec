import { describe, expect, it } from '@jest/globals';
import { argumentsOf, asksForHelp, helpOf, type Usage } from '../../../bin/command/arguments.ts';

const usage = {
  name: 'paint',
  does: 'Paints a wall.',
  positionals: 'inside | outside',
  options: {
    color: { type: 'string', required: true, value: 'name', means: 'the color' },
    coat: { type: 'string', short: 'k', multiple: true, means: 'one of the coats' },
    dry: { type: 'boolean', means: 'wait until it is dry' },
  },
} as const satisfies Usage;

const read = (...args: readonly string[]) => argumentsOf(usage, args);

describe('a command line', () => {
  it('has options and what stands without a name', () => {
    expect(read('--color', 'red', '-k', 'one', '--coat=two', '--dry', 'inside')).toEqual({
      values: { color: 'red', coat: ['one', 'two'], dry: true },
      positionals: ['inside'],
    });
    expect(read('--color=a=b').values.color).toBe('a=b');
    expect(read('--color', '-1').values.color).toBe('-1');
  });

  it.each([
    [['--color', 'red', '--cot', 'x'], 'There is no option --cot: did you mean --coat?'],
    [['--color', 'red', '--nothing-like-it'], 'There is no option --nothing-like-it.'],
    [['--color', 'red', '-x'], 'There is no option -x.'],
    [['--color'], '--color needs a value: --color <name>.'],
    [['--color', '--dry'], '--color needs a value: --color <name>.'],
    [['--color='], '--color needs a value: --color <name>.'],
    [['--color', 'red', '--dry=yes'], '--dry takes no value.'],
    [['--color', 'red', 'inside', 'outside'], '"outside" means nothing here.'],
    [[], '--color <name> is missing: the color.'],
  ])('%j is refused in words', (args, words) => {
    expect(() => read(...args)).toThrow(`${words}\n`);
    expect(() => read(...args)).toThrow('npm run paint -- --help');
  });

  it('is refused with everything that is wrong', () => {
    expect(() => read('--cot', '--dry=1', 'inside', 'outside')).toThrow(
      /--cot.*\n--dry takes.*\n"outside".*\n--color <name>/,
    );
  });

  it('asks for help, unless that is meant for another command', () => {
    expect(asksForHelp(['--color', 'red', '-h'])).toBe(true);
    expect(asksForHelp(['--help'])).toBe(true);
    expect(asksForHelp(['--', '--help'])).toBe(false);
    expect(helpOf(usage)).toBe(
      [
        'Paints a wall.',
        '',
        '  npm run paint -- <inside | outside> [options]',
        '',
        '      --color <name>  the color (required)',
        '  -k, --coat <value>  one of the coats',
        '      --dry           wait until it is dry',
        '  -h, --help          show this',
      ].join('\n'),
    );
  });
});
