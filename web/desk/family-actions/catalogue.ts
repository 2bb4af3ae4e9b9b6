import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { StaffRole } from '#domain/staff.ts'
import { CalendarIcon } from '../../ui/icon/calendar.tsx'
import { BillIcon } from '../../ui/icon/bill.tsx'
import { CloseIcon } from '../../ui/icon/close.tsx'
import { EditIcon } from '../../ui/icon/edit.tsx'
import { HeartIcon } from '../../ui/icon/heart.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { MinusIcon } from '../../ui/icon/minus.tsx'
import { PauseIcon } from '../../ui/icon/pause.tsx'
import { StudentIcon } from '../../ui/icon/student.tsx'
import { TrashIcon } from '../../ui/icon/trash.tsx'
import { UndoIcon } from '../../ui/icon/undo.tsx'
import { WalletIcon } from '../../ui/icon/wallet.tsx'
import { EyeIcon } from '../ui/icon/eye.tsx'
import { GearIcon } from '../ui/icon/gear.tsx'
import { PeopleIcon } from '../ui/icon/people.tsx'
import type { Action } from './action.ts'

/** Where an action stands in the menu of the family; without a group it is opened from a list or a link. */
export type Entry = {
  /** Operations unless told. */
  role?: StaffRole
  load: () => Promise<Action<unknown>>
  menu?: { group: 'Money' | 'Plan' | 'People' | 'Account'; label: string; icon: Icon; letter?: string }
  isDanger?: true
  isOffered?: (account: StaffAccount) => boolean
}

const isRunning = ({ plans }: StaffAccount) => plans.some(({ status }) => status === 'Current')
const isOpen = ({ status }: StaffAccount) => status === 'Active'

/** Every action of a family by its name in the address: `?action=move-payment`. */
export const catalogue = {
  'request-payment': {
    menu: { group: 'Money', label: 'Request a payment', icon: BillIcon, letter: 'r' },
    isOffered: isOpen,
    load: async () => (await import('./request-payment.tsx')).requestPayment,
  },
  'refund-payment': {
    menu: { group: 'Money', label: 'Refund a payment', icon: UndoIcon, letter: 'f' },
    load: async () => (await import('./refund-payment.tsx')).refundPayment,
  },
  'record-payment': {
    menu: { group: 'Money', label: 'Record cheque, transfer or cash', icon: WalletIcon, letter: 'o' },
    load: async () => (await import('./record-payment.tsx')).recordPayment,
  },
  'adjust-balance': {
    menu: { group: 'Money', label: 'Adjust the balance', icon: MinusIcon, letter: 'w' },
    load: async () => (await import('./adjust-balance.tsx')).adjustBalance,
  },
  'cancel-request': { load: async () => (await import('./payment-requests.tsx')).cancelRequest },
  'resend-request': {
    role: 'support',
    load: async () => (await import('./payment-requests.tsx')).resendRequest,
  },
  'reverse-payment': { load: async () => (await import('./reverse-payment.tsx')).reversePayment },
  'add-bank-account': {
    menu: { group: 'Money', label: 'Add a bank account for withdrawals', icon: WalletIcon },
    load: async () => (await import('./bank-accounts.tsx')).addBankAccount,
  },
  'remove-bank-account': {
    menu: { group: 'Money', label: 'Remove a bank account', icon: TrashIcon },
    load: async () => (await import('./bank-accounts.tsx')).removeBankAccount,
  },
  'move-payment': {
    menu: { group: 'Plan', label: 'Move a payment', icon: CalendarIcon, letter: 'm' },
    isOffered: isRunning,
    load: async () => (await import('./move-payment.tsx')).movePayment,
  },
  'pause-payments': {
    menu: { group: 'Plan', label: 'Pause payments', icon: PauseIcon, letter: 'p' },
    isOffered: isRunning,
    load: async () => (await import('./pause-payments.tsx')).pausePayments,
  },
  'undo-change': { load: async () => (await import('./undo-change.tsx')).undoChange },
  hardship: {
    menu: { group: 'Plan', label: 'Hardship arrangement', icon: HeartIcon, letter: 'h' },
    isOffered: isRunning,
    load: async () => (await import('./hardship.tsx')).hardship,
  },
  'open-care': { load: async () => (await import('./care.tsx')).openCare },
  'extend-hold': { load: async () => (await import('./care.tsx')).extendHold },
  'decline-care': { load: async () => (await import('./care.tsx')).declineCare },
  'withdraw-offer': { load: async () => (await import('./care.tsx')).withdrawOffer },
  'make-plan': {
    menu: { group: 'Plan', label: 'Make a custom plan', icon: CalendarIcon },
    isOffered: isOpen,
    load: async () => (await import('./make-plan.tsx')).makePlan,
  },
  'tailor-plan': { load: async () => (await import('./tailoring.tsx')).tailorPlan },
  'end-tailoring': { load: async () => (await import('./tailoring.tsx')).endTailoring },
  'change-contact': {
    menu: { group: 'People', label: 'Change contact details', icon: EditIcon, letter: 'c' },
    load: async () => (await import('./change-contact.tsx')).changeContact,
  },
  'resolve-contact': {
    menu: { group: 'People', label: 'Decide on a stopped contact change', icon: EditIcon },
    load: async () => (await import('./resolve-contact.tsx')).resolveContact,
  },
  'edit-person': {
    role: 'support',
    menu: { group: 'People', label: 'Correct name, date of birth or address', icon: EditIcon },
    load: async () => (await import('./edit-person.tsx')).editPerson,
  },
  'add-member': {
    menu: { group: 'People', label: 'Add a member', icon: PeopleIcon },
    load: async () => (await import('./members.tsx')).addMember,
  },
  'remove-member': { load: async () => (await import('./members.tsx')).removeMember },
  'stop-log-in': { load: async () => (await import('./log-in.tsx')).stopLogIn },
  'allow-log-in': { load: async () => (await import('./log-in.tsx')).allowLogIn },
  'erase-person': { load: async () => (await import('./log-in.tsx')).erasePerson },
  'invite-to-contribute': { load: async () => (await import('./contribution.tsx')).inviteToContribute },
  'correct-contribution': { load: async () => (await import('./contribution.tsx')).correctContribution },
  'add-student': {
    menu: { group: 'People', label: 'Enrol a student', icon: StudentIcon },
    load: async () => (await import('./students.tsx')).addStudent,
  },
  'change-enrolment': { load: async () => (await import('./students.tsx')).changeEnrolment },
  'share-fees': { load: async () => (await import('./share-fees.tsx')).shareFees },
  'change-account': {
    menu: { group: 'Account', label: 'Change what the portal allows', icon: GearIcon },
    load: async () => (await import('./change-account.tsx')).changeAccount,
  },
  'invite-to-switch': {
    menu: { group: 'Account', label: 'Invite to instalments', icon: CalendarIcon },
    isOffered: ({ region, productType, productChangeStatus }) =>
      region === 'AU' && productType === 'Pay' && productChangeStatus === null,
    load: async () => (await import('./switches.tsx')).inviteToSwitch,
  },
  'withdraw-switch': {
    menu: { group: 'Account', label: 'Withdraw the invitation to instalments', icon: UndoIcon },
    isOffered: ({ productChangeStatus }) => productChangeStatus === 'VerifyYourDetails',
    load: async () => (await import('./switches.tsx')).withdrawSwitch,
  },
  'complete-switch': {
    menu: { group: 'Account', label: 'Complete the change to instalments', icon: CalendarIcon },
    isOffered: ({ productChangeStatus }) => productChangeStatus === 'Processing',
    load: async () => (await import('./switches.tsx')).completeSwitch,
  },
  'reopen-account': {
    menu: { group: 'Account', label: 'Reopen the account', icon: UndoIcon },
    isOffered: (account) => !isOpen(account),
    load: async () => (await import('./close-account.tsx')).reopenAccount,
  },
  'close-account': {
    menu: { group: 'Account', label: 'Close the account', icon: CloseIcon },
    isDanger: true,
    isOffered: isOpen,
    load: async () => (await import('./close-account.tsx')).closeAccount,
  },
} satisfies Record<string, Entry>
export type ActionName = keyof typeof catalogue

/** These have drawers of their own, because there is nothing of the family that they change. */
export const openAccount = { role: 'operations', label: 'Open another account' } as const
export const seeAsFamily = { role: 'support', label: 'See as the family', icon: EyeIcon } as const

export const isActionName = (name: string): name is ActionName => Object.hasOwn(catalogue, name)
export const entryOf = (name: ActionName): Entry & { role: StaffRole } => ({
  role: 'operations',
  ...catalogue[name],
})
