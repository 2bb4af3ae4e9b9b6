import { describe, expect, it } from 'vitest'
import { importColumns } from '#domain/import-columns.ts'
import { importKinds } from './import-file.ts'

describe('The columns that the desk names', () => {
  it.each(Object.entries(importColumns))(
    'are those that a file of %s may have',
    (kind, { needed, optional }) => {
      const { columns } = importKinds[kind as keyof typeof importColumns]
      const known = Object.entries(columns)
      const names = (isOptional: boolean) =>
        known.filter(([, column]) => (column.isOptional ?? false) === isOptional).map(([name]) => name)
      expect(names(false).toSorted()).toEqual([...needed].toSorted())
      expect(names(true).toSorted()).toEqual([...optional].toSorted())
    },
  )
})
