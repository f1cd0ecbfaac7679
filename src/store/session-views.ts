import { createRegisterView } from './files/register-view.ts';
import { createFileView } from './files/session-view.ts';

/**
 * How the fast lanes read each kind of store. Apart from `stores.ts`: the lanes load this and not the
 * stores.
 */
export const SESSION_VIEWS = { files: createFileView };

/** How they read the register, which is the user's and lies outside of every project. */
export const REGISTER_VIEWS = { files: createRegisterView };
