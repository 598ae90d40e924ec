import { testUpgradeFrom } from './upgrade-tests.ts';

testUpgradeFrom('0.2.0');
