import { failed, type Result, success } from '../../domain/base/result.ts';
import { answersIn } from '../../domain/validation/validation.ts';
import { createFileValidationStore, readGoverningAnswers } from '../files/validation-store.ts';
import type { StoredValidation, ValidationStore } from '../validation-store.ts';
import { changeDocuments, lookAtDocuments, type StateWorld, shownPlace } from './unit.ts';

/** Validators' answers as documents of a database. */
export function createValidations(world: StateWorld): ValidationStore {
  const { folder } = world;
  return {
    async store(promise, criterion, response, origin): Promise<Result<StoredValidation>> {
      const stored = await changeDocuments(
        world,
        'store a validation',
        [{ of: 'promise', id: promise }],
        (unit) =>
          createFileValidationStore({ ...world, ...unit }, folder).store(
            promise,
            criterion,
            response,
            origin,
          ),
      );
      if (!stored.ok) return failed(stored.failure);
      return success({ ...stored.value, place: shownPlace(world, stored.value.place) });
    },
    async answersTo(promise, criteria, until) {
      const looked = await lookAtDocuments(
        world,
        'read answers',
        [{ of: 'promise', id: promise }],
        (files) => readGoverningAnswers(files, folder, promise, criteria, until),
      );
      if (looked.ok) return looked.value;
      const unread = { found: 'unreadable', reason: 'the store cannot be reached' } as const;
      return answersIn(new Map(criteria.map(({ id }) => [id, unread])));
    },
  };
}
