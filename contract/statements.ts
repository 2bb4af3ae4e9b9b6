import * as z from 'zod/mini'
import { named, described } from './documented.ts'
import { endpoints, file } from './endpoint.ts'
import { accountParams, calendarDate, id, uuid, accountId } from './wire.ts'

const statement = z.object({ id, name: z.string(), issuedDate: calendarDate })
export type Statement = z.infer<typeof statement>

named({
  Statement: [statement, 'A statement of account.'],
})

export const statements = endpoints({
  'GET /api/portal/customer/account/:accountId/statements': {
    summary: 'The statements available for download',
    access: 'account',
    params: accountParams,
    reply: z.array(statement),
  },
  'GET /api/portal/customer/account/:accountId/statements/:statementId': {
    summary: 'One statement, as a PDF',
    access: 'account',
    params: z.object({ accountId, statementId: described('The id of a statement, from the list.', uuid) }),
    reply: file('application/pdf'),
    refusals: ['file_missing'],
  },
})
