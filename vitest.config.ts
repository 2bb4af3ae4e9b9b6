import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**']
const tests = (rooms: string) => [`${rooms}/**/*.test.{ts,tsx}`]

export default defineConfig({
  test: {
    // Rooms without a database start at once; only the others wait for PostgreSQL.
    projects: [
      { test: { name: 'rooms', include: tests('{domain,contract,web,sandbox}'), exclude } },
      {
        test: {
          name: 'database',
          include: tests('{server,tools}'),
          exclude,
          globalSetup: './tools/testing/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
