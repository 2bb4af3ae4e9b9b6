import { apiAt, type Api } from '#ops/api.ts'
import type { Inbox } from './journey.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'
import { inTurn } from './turns.ts'

/** One of our people at their command line, logged in with a code as always. */
export async function staffApi(inbox: Inbox, email = 'staff.support@demo.example'): Promise<Api> {
  const [person] = await rows<{ mobile: string }>(
    'select mobile_e164 as mobile from staff where email = $1',
    [email],
  )
  const api = apiAt(addresses().portal, undefined)
  const token = await inTurn(email, async () => {
    const mark = await inbox.mark()
    await api('POST /api/staff/log-in', { body: { email } })
    const { code } = await inbox.next(person?.mobile ?? '', 'sms', mark)
    return (await api('POST /api/staff/token', { body: { email, code: code ?? '' } })).token
  })
  return apiAt(addresses().portal, token)
}
