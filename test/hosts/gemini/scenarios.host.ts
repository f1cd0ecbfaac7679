import { playAll } from '../playing.ts';
import { gemini } from './gemini.ts';

playAll(gemini);
