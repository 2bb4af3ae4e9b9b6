import type { ClientError } from '#contract/staff-company.ts'
import type { Deps } from '../../deps.ts'
import { listClientErrors } from './client-errors.store.ts'
import { recordLook, type Looker } from '../access/staff-audit.ts'

export async function readClientErrors(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  looker: Looker,
  limit: number,
): Promise<ClientError[]> {
  const errors = await listClientErrors(db, limit)
  const subjectIds = errors.flatMap(({ customerId }) => customerId ?? [])
  await recordLook(db, looker, { subjectIds, action: 'ClientErrorsRead', at: clock() })
  return errors.map(({ at, ...error }) => ({ ...error, at: at.toISOString() }))
}
