import { playAll } from '../playing.ts';
import { opencode } from './opencode.ts';

playAll(opencode);
