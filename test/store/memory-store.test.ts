import { NOW } from '../rig/values/domain-values.ts';
import { createMemoryStore, createMemoryView, emptyTables } from '../rig/worlds/memory-store.ts';
import { stateStoreContract } from './state-store-contract.ts';

stateStoreContract('A store in memory', () => {
  const tables = emptyTables();
  const open = () => createMemoryStore(tables, 'session-a', Date.parse(NOW));
  return {
    store: open(),
    other: open(),
    events: () => tables.events,
    view: createMemoryView(tables),
  };
});
