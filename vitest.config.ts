import { defineConfig } from 'vitest/config'

const BROWSER = 'web/tests/**/*.test.ts'
// Those are parts of `npm run soak`.
const soaks = process.env.SOAK ? [] : ['**/*.soak.test.ts']

export default defineConfig({
  test: {
    globalSetup: 'server/tests/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    // Files share a process, so that what they import is loaded once. Databases are their own.
    isolate: false,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['server', 'contract', 'sdk', 'bench', 'web'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          exclude: [...soaks, BROWSER],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        // A journey through several pages, on a machine that does other things too.
        test: { name: 'browser', include: [BROWSER], exclude: soaks, testTimeout: 60_000 },
      },
    ],
  },
})
