import type { StaffDeposit } from '#contract/staff-money.ts'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'

type Named = Pick<StaffDeposit, 'billerCode' | 'bankReference'>

export async function takeBack({ billerCode, bankReference }: Named, reason: string): Promise<void> {
  await call('POST /api/staff/deposits/:billerCode/:bankReference/take-back', {
    params: { billerCode, bankReference },
    body: { reason },
  })
  await refresh()
}
