import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores are what a small machine has; tests wait for a third of their time.
    maxWorkers: 3,
    // Ends what hangs; on a busy machine what is only slow may take its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a file was compiled to is kept for the next run, and for the servers and commands that tests start.
    fsModuleCache: true,
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          globalSetup: ['api/testing-postgres.ts', 'api/testing-templates.ts', 'api/testing-ffmpeg.ts'],
          // No test of it leaves anything in a module, so files share what they import: that is most of a small file's time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'others', include: ['{build,docs,testing}/*.test.ts', '{contract,web}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
