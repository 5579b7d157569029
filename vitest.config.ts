import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server', 'contract', 'sdk', 'bench', 'web'].map(
      (folder) => `${folder}/**/*.test.ts`,
    ),
    // Those are parts of `npm run soak`.
    exclude: process.env.SOAK ? [] : ['**/*.soak.test.ts'],
    globalSetup: 'server/tests/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    // Files share a process, so that what they import is loaded once. Databases are their own.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
