/** The part of the suite that talks to GitHub. It is a file of its own in `dist/`, since it loads Node's HTTP client. */
export { commentOnChange } from './commands/ci/comment.ts';
