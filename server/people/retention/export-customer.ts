import type { FileReply } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ReadDeps } from '../../platform/deps.ts'
import { openFile } from '../../platform/files/stored-files.ts'
import { recordView, type Viewer } from '../audit/staff-audit.ts'
import { listAccountsOf } from './accounts-of-person.reads.ts'
import { readPersonalData } from './personal-data.store.ts'

/**
 * Exports everything that Larkwell stores about a person as one file for them: the rows by table name, and their
 * documents. The export is recorded with the member of staff who made it.
 */
export async function exportCustomer(deps: ReadDeps, viewer: Viewer, customerId: string): Promise<FileReply> {
  const now = deps.clock()
  const accounts = await listAccountsOf(deps.db, customerId)
  const data = await readPersonalData(deps.db, { customerId, accountIds: accounts.map(({ id }) => id) })
  if (!data['customer']) throw new Refusal('not_found')
  const files = []
  for (const file of (data['stored_file'] ?? []) as { account_id: string; id: string }[]) {
    const { name, contentType, bytes } = await openFile(deps.db, deps, {
      accountId: file.account_id,
      id: file.id,
    })
    files.push({ id: file.id, name, contentType, base64: Buffer.from(bytes).toString('base64') })
  }
  await recordView(deps, viewer, {
    subjectIds: [customerId, ...accounts.map(({ id }) => id)],
    action: 'CustomerExported',
  })
  const content = { exportedAt: now.toISOString(), ...data, files }
  return {
    bytes: Buffer.from(JSON.stringify(content, null, 2)),
    fileName: `customer-${customerId}.json`,
  }
}
