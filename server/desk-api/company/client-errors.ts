import type { ClientError } from '#contract/staff-company.ts'
import type { BasicDeps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { listClientErrors } from './client-errors.store.ts'
import { recordView, type Viewer } from '../../people/audit/staff-audit.ts'

export async function readClientErrors(
  { db, clock }: BasicDeps,
  viewer: Viewer,
  limit: number,
): Promise<ClientError[]> {
  const errors = await listClientErrors(db, limit)
  const subjectIds = errors.flatMap(({ customerId }) => customerId ?? [])
  await recordView({ db, clock }, viewer, { subjectIds, action: 'ClientErrorsRead' })
  return errors.map((error) => onTheWire(error))
}
