import { join } from 'node:path';
import { NODE_DIGESTS } from '../../adapters/file-digest.ts';
import { versioningOf } from '../../adapters/git/exclusion.ts';
import { millisecondsSinceStart } from '../../adapters/node-clock.ts';
import { stateFoldersAround } from '../../adapters/state-folder-walk.ts';
import { counted } from '../../domain/base/counted.ts';
import { inProject } from '../../report/command-lines.ts';
import { createFileView } from '../../store/files/state-view.ts';
import { row } from '../examination.ts';

/** The project's state folder, and others beside it. What is broken in it is among the findings. */

export const access = row({
  check: 'state.access',
  applies: ({ health }) => !health.isShared,
  look: async ({ health }) => [{ place: health.place, code: await health.refusal() }],
  verdict: ({ code }) => (code === undefined ? 'ok' : 'fail'),
  words: ({ code, place }) => ({
    ok: 'the state folder can be read and written',
    fail: `${place} cannot be read and written (${code})`,
  }),
  mend: () => 'Give this user access to it',
});

/** Whether git takes what the state folder holds. Folders of other scripts have nothing that says otherwise. */
export const versioning = row({
  check: 'state.git',
  applies: ({ health }) => !health.isShared,
  async look({ environment, health }) {
    if (!(await health.isThere())) return [];
    const { place } = health;
    const whole = versioningOf(place, environment.projectFolder);
    // What keeps the folder out of git may lie in it, and then holds for what is in it alone.
    const inside = () => versioningOf(join(place, 'promises'), environment.projectFolder);
    return [{ place, taken: whole === 'open' ? inside() : whole }];
  },
  verdict: ({ taken }) => (taken === 'tracked' || taken === 'open' ? `note ${taken}` : undefined),
  words: () => ({
    'note tracked': 'git tracks state files',
    'note open': 'git does not ignore the state',
  }),
  where: ({ place }) => place,
  follows: () => 'session requests and actions are shared with everyone who has the repository',
  mend({ place }, found) {
    const ignore = 'add a .gitignore there with the single line *';
    return found === 'note open'
      ? `To ignore it, ${ignore}`
      : `To untrack it: git rm -r --cached ${place}, and ${ignore}`;
  },
});

/** How far the search for other state folders goes: a person waits for it. */
const MOST_FOLDERS = 20_000;
const MOST_MS = 2000;

/** State folders below the project folder and above it: what is promised there is not in this project's lists. */
export const elsewhere = row({
  check: 'state.elsewhere',
  look({ environment, files }) {
    const start = millisecondsSinceStart();
    const leftMs = (): number => MOST_MS - (millisecondsSinceStart() - start);
    const project = files.realPath(environment.projectFolder);
    if (project === undefined) return [];
    const walk = stateFoldersAround(project, { leftMs, mostFolders: MOST_FOLDERS });
    const states = walk.folders.map((folder) => {
      const view = createFileView({ digests: NODE_DIGESTS, files }, folder);
      const { broken, promises } = view.listActive(() => true);
      const side = project.startsWith(folder) ? 'above' : 'below';
      return { folder, side, open: promises.length, broken: broken.length };
    });
    return [...(walk.isWhole ? [] : [{ folder: '', side: '', open: 0, broken: 0 }]), ...states];
  },
  verdict: ({ folder }) => (folder === '' ? 'note unseen' : 'note'),
  words: ({ broken, folder, open, side }) => ({
    note: `another state folder ${side} the project, in ${folder}: ${counted(open, 'open promise')}${broken === 0 ? '' : `, ${counted(broken, 'unreadable file')}`}`,
    'note unseen': 'the project is too large to search completely for other state folders',
  }),
  mend({ broken, folder, open }, found) {
    if (found === 'note unseen') return 'Run cs doctor in a subfolder';
    return open + broken === 0
      ? 'If it was made by mistake, remove it'
      : `To see and end the promises there: cs status ${inProject(folder)}`;
  },
  most: {
    named: 20,
    others: (count) => `${count} more state folders`,
    mend: 'Run cs doctor in a subfolder',
  },
});

const FAULTS: Readonly<Record<string, string>> = {
  unchained: 'has no digest of the previous line',
  broken: 'does not match the line before it',
  'other-log': 'continues a different log than the one before it',
  unreadable: 'is not a ledger line',
};

/** The lines of the ledger. Of files that do not fit them, `cs store audit` tells, by the same audit. */
export const ledger = row({
  check: 'ledger',
  applies: ({ store }) => store.isReached,
  async look({ audits, health }) {
    if (!(await health.isThere())) return [];
    const audited = await audits.audit();
    if (!audited.ok) {
      const { failure } = audited;
      const { path: place, reason } =
        failure.kind === 'broken-file'
          ? failure.file
          : { path: health.place, reason: failure.kind };
      return [{ place, reason, line: null, fault: undefined }];
    }
    const { ledger: place, misfits } = audited.value;
    const found = misfits.map(({ line, what }) => ({
      place,
      line,
      reason: '',
      fault: FAULTS[what],
    }));
    return found.filter(({ fault }) => fault !== undefined).slice(0, 1);
  },
  verdict: ({ fault }) => (fault === undefined ? 'note unread' : 'note'),
  words: ({ fault, line, place, reason }) => ({
    note: `line ${line} of ${place} ${fault}`,
    'note unread': `${place} was not checked: ${reason}`,
  }),
  mend: (_seen, found) =>
    found === 'note'
      ? 'Something other than completion-promise wrote there; nothing needs repair'
      : 'Move it away while no session runs; a new one is then started',
});
