import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import { mayActAs, type StaffRole } from '#domain/staff.ts'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { ChevronDownIcon } from '../../ui/icon/chevron-down.tsx'
import { PlusIcon } from '../../ui/icon/plus.tsx'
import { useRead } from '../foundation/read.ts'
import { usePerson } from '../foundation/session.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { EyeIcon } from '../ui/icon/eye.tsx'
import { Kbd } from '../ui/keys/keys.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { catalogue, entryOf, isActionName, openAccount, seeAsFamily, type ActionName } from './catalogue.ts'
import { ChosenAction } from './chosen-action.tsx'

const seeName = 'see-as-family'
const openName = 'open-account'
const groups = ['Money', 'Plan', 'People', 'Account'] as const

/**
 * What can be done for a family, in the header of its page. The address says which drawer is open. The buttons stand in
 * their places before the account is read, so that nothing moves when it is.
 */
export function FamilyActionBar({ accountId }: { accountId: string }) {
  const { role } = usePerson()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { data: account } = useRead('GET /api/staff/accounts/:accountId', { params: { accountId } })
  const [path, navigate] = useLocation()
  const params = new URLSearchParams(useSearch())
  const chosen = params.get('action')
  const open = (name: string) => navigate(`${path}?action=${name}`)
  const close = () => navigate(path, { replace: true })
  const offered = (Object.keys(catalogue) as ActionName[]).filter((name) =>
    account ? isOffered(name, account, role) : false,
  )
  const maySee = mayActAs(role, seeAsFamily.role)
  const mayOpen = mayActAs(role, openAccount.role)
  const mayRequest = account
    ? offered.includes('request-payment')
    : mayActAs(role, entryOf('request-payment').role)
  useShortcuts([
    { keys: 'a', label: 'Actions', run: () => setMenuOpen(true), isOff: offered.length === 0 },
    { keys: 'v', label: seeAsFamily.label, run: () => open(seeName), isOff: !account || !maySee },
    {
      keys: 'r',
      label: 'Request a payment',
      run: () => open('request-payment'),
      isOff: !account || !mayRequest,
    },
  ])
  return (
    <>
      {maySee && (
        <Button look="secondary" icon={EyeIcon} disabled={!account} onClick={() => open(seeName)}>
          {seeAsFamily.label} <Kbd>V</Kbd>
        </Button>
      )}
      {(!account || offered.length > 0) && (
        <Menu
          label="Actions"
          className={buttonClass({ look: 'secondary' })}
          isOff={!account}
          isOpen={isMenuOpen}
          onOpenChange={setMenuOpen}
          groups={groups
            .map((group) => ({
              title: group,
              items: [
                ...offered.flatMap((name) => {
                  const { menu, isDanger } = entryOf(name)
                  if (menu?.group !== group) return []
                  const { label, icon, letter } = menu
                  return [
                    {
                      label,
                      icon,
                      ...(letter !== undefined && { letter }),
                      isDanger: isDanger ?? false,
                      onChoose: () => open(name),
                    },
                  ]
                }),
                ...(group === 'People' && mayOpen
                  ? [{ label: openAccount.label, icon: PlusIcon, onChoose: () => open(openName) }]
                  : []),
              ],
            }))
            .filter(({ items }) => items.length > 0)}
        >
          Actions <Kbd>A</Kbd> <ChevronDownIcon size="small" />
        </Menu>
      )}
      {mayRequest && (
        <Button disabled={!account} onClick={() => open('request-payment')}>
          Request a payment <Kbd>R</Kbd>
        </Button>
      )}
      {account && chosen !== null && (
        <ChosenAction
          key={chosen}
          name={chosen}
          account={account}
          given={params}
          isAllowed={isAllowed(chosen, role)}
          onClose={close}
        />
      )}
    </>
  )
}

function isOffered(name: ActionName, account: StaffAccount, role: StaffRole): boolean {
  const { role: needed, isOffered: isFor = () => true } = entryOf(name)
  return mayActAs(role, needed) && isFor(account)
}

const ownRoles: Record<string, StaffRole> = { [seeName]: seeAsFamily.role, [openName]: openAccount.role }

function isAllowed(name: string, role: StaffRole): boolean {
  const needed = isActionName(name) ? entryOf(name).role : ownRoles[name]
  return needed !== undefined && mayActAs(role, needed)
}
