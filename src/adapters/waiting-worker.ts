import { join } from 'node:path';
import { type Result, failed } from '../domain/base/result.ts';
import { shownAddress } from '../domain/settings/store-address.ts';
import type { AnsweredRows, AskDatabase, AskedStatement } from '../store/asking.ts';
