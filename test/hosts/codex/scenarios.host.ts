import { playAll } from '../playing.ts';
import { codex } from './codex.ts';

playAll(codex);
