import type { Failure } from '../domain/base/failure.ts';
import type { PendingSetting } from '../domain/settings/approval.ts';
import { pendingLines } from '../report/approval-text.ts';
import { oneLine } from '../report/printable.ts';
import { keepApproved } from '../settings/project-settings.ts';
import type { Suite } from '../suite.ts';
import { type Approval, withApproved } from './approval.ts';
import { personRefusal } from './person.ts';

/** The word that a person types to approve. */
const CONFIRMATION = 'approve';

/** Has a person approve some of what a project's file has. Gives why that did not come to it. */
export async function approveByPerson(
  { approved, path }: Approval,
  pending: readonly PendingSetting[],
  suite: Suite,
): Promise<Failure | undefined> {
  const refused = await personRefusal(
    {
      action: "approve a project's settings",
      shown: [`Not approved in ${oneLine(path)}:`, ...pendingLines(pending)].join('\n'),
      question: `Type "${CONFIRMATION}" to have it in force: `,
      typed: CONFIRMATION,
    },
    suite,
  );
  return (
    refused ?? keepApproved(suite, suite.environment.projectFolder, withApproved(approved, pending))
  );
}
