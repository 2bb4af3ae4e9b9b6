import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/testing/longest-first.ts'

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**']
const tests = (rooms: string) => [`${rooms}/**/*.test.{ts,tsx}`]

export default defineConfig({
  test: {
    // The tests wait for the database half of the time; a machine with two cores carries two files at once.
    maxWorkers: 2,
    // Files share what they import: loading the server anew for each of them took a third of the time. A test
    // that changes something outside itself puts it back.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Rooms without a database start at once; only the others wait for PostgreSQL.
    projects: [
      { test: { name: 'rooms', include: tests('{domain,contract,web,sandbox}'), exclude } },
      {
        test: {
          name: 'database',
          include: tests('{server,ops,tools}'),
          exclude,
          globalSetup: './tools/testing/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
