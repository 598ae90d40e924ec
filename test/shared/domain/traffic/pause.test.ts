import { expect, it } from '@jest/globals';
import { isPaused } from '../../../../shared/domain/traffic/pause.ts';

it.each([
  [null, false],
  [{}, false],
  [{ paused: 'no' }, false],
  [{ viewerSecrets: 'yes' }, false],
  [{ paused: '2026-11-23T12:00:00.000Z' }, true],
  [{ paused: '' }, true],
])('a stage with the variables %j is paused: %s', (variables, paused) => expect(isPaused(variables)).toBe(paused));
