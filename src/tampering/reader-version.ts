/**
 * Which reader of tests this is: what one of them found is no answer of another. The build puts a digest of all sources
 * in its place.
 */
export const READER_VERSION: string = 'sources';
