import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { putFilesInMemory } from './testing/files-in-memory.ts'

putFilesInMemory()

/** These replace modules, which other files would find replaced. */
const MOCKING = ['phone-database', 'deliver', 'outbox', 'phone/open-account', 'register-worker', 'watch-phone'].map(
  name => `web/**/${name}.test.ts`,
)

export default defineConfig({
  test: {
    // A small machine has two cores, and tests wait for a third of their time.
    maxWorkers: 3,
    // Ends a hanging test; a slow one on a busy machine may continue.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Compiled files are cached for the next run, and for the servers and commands that tests start.
    fsModuleCache: true,
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          globalSetup: ['api/testing-postgres.ts', 'api/testing-templates.ts'],
          // No test of it leaves anything in a module, so files share their imports, which take most of the time of a
          // small file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'others',
          include: ['build/**/*.test.ts', '{docs,testing}/*.test.ts', '{contract,web}/**/*.test.{ts,tsx}'],
          exclude: MOCKING,
          // As above. Sixty processes for small files would take as long as their tests.
          isolate: false,
          setupFiles: ['testing/after-each-test.ts'],
        },
      },
      { extends: true, test: { name: 'mocking', include: MOCKING } },
    ],
  },
})
