import { failed, success } from '../../domain/base/result.ts';
import { shownValue } from '../../domain/settings/setting.ts';
import { trustText } from '../../report/approval-text.ts';
import { EXIT } from '../../report/exit.ts';
import { approvalDigest } from '../../settings/project-settings.ts';
import { approvalOf } from '../approval.ts';
import { approveByPerson } from '../approving.ts';
import { type Command, JSON_OPTION } from '../command.ts';

export const trustCommand: Command = {
  summary:
    "Approves what the project's configuration connects to, spends and exports. Only a person can, in a terminal.",
  usage: ['[--show] [--json]'],
  effects: ['trusts'],
  options: {
    show: {
      takes: 'nothing',
      summary: 'Show it and approve nothing; exit code 1 where some is not',
    },
    json: JSON_OPTION,
  },
  examples: [
    ['$0 --show', 'What is not approved, and the digest for CS_APPROVED'],
    ['$0', 'Approve it'],
  ],
  async run(args, suite) {
    const found = approvalOf(suite);
    if (!found.ok) return found;
    const { isBroken, path, pending, wanted } = found.value;
    const isOpen = pending.length > 0 || isBroken;
    const isShown = args.given('show') || !isOpen;
    if (!isShown) {
      const refused = await approveByPerson(found.value, pending, suite);
      if (refused !== undefined) return failed(refused);
    }
    const waiting = isShown ? pending : [];
    const digest = approvalDigest(wanted);
    return success({
      text: trustText(
        { path, wanted, pending: waiting, digest, isNew: !isShown },
        suite.commandLines,
      ),
      json: {
        path,
        digest,
        approved: !isShown || !isOpen,
        pending: waiting.map(({ approved, setting, wanted: value }) => ({
          key: setting.key,
          wanted: value === undefined ? null : shownValue(setting, value),
          approved: approved === undefined ? null : shownValue(setting, approved),
        })),
      },
      exitCode: isShown && isOpen ? EXIT.failed : EXIT.ok,
    });
  },
};
