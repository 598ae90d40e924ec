import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command/command.ts';

command({ name: 'build:client', does: 'Builds the package in client/.' });

const project = join(import.meta.dirname, '..');
const client = join(project, 'client');

rmSync(join(client, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', client], { stdio: 'inherit' });
copyFileSync(join(project, 'LICENSE'), join(client, 'LICENSE'));
