/** The schema of a database in which everything of the suite lies. */
export const SCHEMA = 'completion_promise';
