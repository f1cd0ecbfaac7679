import { playAll } from '../playing.ts';
import { claudeCode } from './claude-code.ts';

playAll(claudeCode);
