import { useState } from 'react'
import { mayActAs, staffRoles, type StaffRole } from '#domain/staff.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { CheckIcon } from '../../../ui/icon/check.tsx'
import { useRead } from '../../foundation/read.ts'
import { roleNames } from '../../foundation/role-names.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DenseTable, type Column } from '../../ui/table/dense-table.tsx'

type Permission = { about: string; role: StaffRole }

const columns: Column<Permission>[] = [
  { title: 'Permission', render: ({ about }) => about },
  ...staffRoles.map((role) => ({
    title: roleNames[role],
    isRight: true,
    render: (permission: Permission) => <Answer may={mayActAs(role, permission.role)} />,
  })),
]

/** Told by the server from the calls themselves, so that it cannot differ from what is enforced. */
export function WhoMay() {
  const permissions = useRead('GET /api/staff/permissions', {})
  const [isWhole, setWhole] = useState(false)
  return (
    <Card
      title="Permissions"
      isFlush
      aside={
        <Button look="borderless" size="small" onClick={() => setWhole(true)}>
          All permissions
        </Button>
      }
    >
      <Loaded query={permissions} label="Loading permissions">
        {({ abilities, chapters }) => (
          <>
            <DenseTable label="Permissions" rows={abilities} keyOf={({ about }) => about} columns={columns} />
            {isWhole && (
              <Dialog title="Permissions" onClose={() => setWhole(false)}>
                {chapters.map(({ name, calls }) => (
                  <section key={name} className="pile">
                    <h3>{name}</h3>
                    <DenseTable label={name} rows={calls} keyOf={({ about }) => about} columns={columns} />
                  </section>
                ))}
              </Dialog>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Answer({ may }: { may: boolean }) {
  return may ? (
    <>
      <span className="yes">
        <CheckIcon size="small" />
      </span>
      <span className="sr">yes</span>
    </>
  ) : (
    <>
      <span className="muted" aria-hidden="true">
        –
      </span>
      <span className="sr">no</span>
    </>
  )
}
