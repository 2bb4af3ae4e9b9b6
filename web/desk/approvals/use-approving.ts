import { useState } from 'react'
import type { ApprovalPage } from '#contract/staff-approvals.ts'
import { ApiError } from '../../api/api-error.ts'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { showDone } from '../foundation/toast.ts'

export type Approving = ReturnType<typeof useApproving>

/** Approves or declines what was asked for, and goes on to the next. */
export function useApproving(approval: ApprovalPage, goOn: () => void) {
  const [isDone, setDone] = useState(false)
  // Kept here rather than in the form, which goes when a colleague is faster.
  const [reason, setReason] = useState('')
  const action = useAction(async (way: 'approve' | 'decline') => {
    const request = { params: { approvalId: approval.id }, body: { reason: reason.trim() } }
    try {
      const decided =
        way === 'approve'
          ? await call('POST /api/staff/approvals/:approvalId/approve', request)
          : await call('POST /api/staff/approvals/:approvalId/decline', request)
      setDone(true)
      showDone(`${approval.summary}: ${decided.status.toLowerCase()}.`)
      goOn()
    } catch (error) {
      // Somebody was faster: the page then says who.
      if (!(error instanceof ApiError) || error.code !== 'already_decided') throw error
    }
    await refresh()
  })
  return { ...action, isDone, reason, setReason }
}
