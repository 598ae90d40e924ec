import { repair } from '../../bin/after-restore/repair.ts';
import { testUpgradeFrom } from './upgrade-tests.ts';

testUpgradeFrom('0.1.0', () => repair(Date.now()));
