import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts', 'docs/*.test.ts', '{contract,api,web}/**/*.test.{ts,tsx}'],
    globalSetup: ['api/testing-postgres.ts', 'api/testing-ffmpeg.ts'],
    // Two cores are what a small machine has; more workers only make each test slower.
    maxWorkers: 2,
    // Ends what hangs; on a busy machine what is only slow may take its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
