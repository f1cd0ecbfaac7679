import { it } from 'vitest';
import { expectFloodHashed } from '../rig/worlds/flood.ts';

it('200 MB of output fail nothing, and are hashed whole', () => expectFloodHashed(200));
