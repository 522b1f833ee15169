import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.test.ts', '{contract,api,web}/**/*.test.{ts,tsx}'],
    globalSetup: ['api/testing-postgres.ts', 'api/testing-ffmpeg.ts'],
    // Two cores are what a small machine has; more workers only make each test slower.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
})
