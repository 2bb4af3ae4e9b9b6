import type { ComponentType } from 'react'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { FamilyCall } from '#contract/staff-actions.ts'
import type { Bound, DraftState } from '../foundation/draft.ts'

/** A call of the staff's contract, as it is previewed and done. */
export type ActionCommand = {
  call: FamilyCall
  params?: Record<string, string>
  body?: Record<string, unknown>
}

export type FormProps<Draft> = DraftState<Draft> &
  Bound<Draft> & {
    account: StaffAccount
    /** Of the fields, by the names that the server has for them. */
    errors: Record<string, string>
  }

/** One thing that staff do for a family: what is asked for, and the call that comes of it. */
export type Action<Draft> = {
  title: string
  /** What the drawer begins with; `given` is the query of the address. */
  begin: (account: StaffAccount, given: URLSearchParams) => Draft
  Form: ComponentType<FormProps<Draft>>
  /** Undefined as long as something is missing; `actionId` is for what must not happen twice. */
  command: (draft: Draft, account: StaffAccount, actionId: string) => ActionCommand | undefined
  submitLabel: (draft: Draft, account: StaffAccount) => string
  /** What goes before the reason, such as how a person was recognised. */
  reasonStart?: (draft: Draft) => string
  /** Words of ours have their own field in the form, or no place in the mail. */
  hasOwnWords?: true
  isDanger?: true
}

/** Most calls name the account, which is that of the page. */
export const withAccount = (
  command: ActionCommand | undefined,
  accountId: string,
): ActionCommand | undefined =>
  command?.call.includes(':accountId') ? { ...command, params: { ...command.params, accountId } } : command

/** Keeps the type of the draft within its file. */
export function action<Draft>(described: Action<Draft>): Action<unknown> {
  return described as unknown as Action<unknown>
}

/** Nothing has to be filled in: what it does says all. */
export const simpleAction = (title: string, submitLabel: string, call: FamilyCall) =>
  action<object>({
    title,
    begin: () => ({}),
    Form: () => null,
    command: () => ({ call }),
    submitLabel: () => submitLabel,
  })

/** "Cole family", by the name of who was here first. */
export function familyName({ members }: Pick<StaffAccount, 'members'>): string {
  const name = members[0]?.name.trim().split(' ').at(-1)
  return name ? `${name} family` : 'Family'
}
