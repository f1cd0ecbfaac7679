import { playAll } from '../playing.ts';
import { copilot } from './copilot.ts';

playAll(copilot);
