import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { printInLight } from './print-in-light.ts'
import { makeRouter } from './routes.tsx'
import { Refused } from './service/api.ts'
import { theme } from './theme.ts'
import { ToastPlace } from './ui/toasts/toast-place.tsx'
import { toastFailure } from './ui/toasts/toasts.tsx'

// The service may be on this machine, so its answers show whether it can be reached; `navigator.onLine` does not.
const networkMode = 'always'
const queries = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      // Forms show their refusals themselves and say so.
      if (mutation.meta?.shown !== true) toastFailure(error)
    },
  }),
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      staleTime: 10_000,
      // The client has already retried temporary failures; a refusal stays a refusal.
      retry: (count, error) => !(error instanceof Refused) && count < 2,
    },
  },
})
const router = makeRouter(queries)
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
// The scroll lock of dialogs looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

printInLight()

const root = createRoot(document.getElementById('root')!)
const show = () =>
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce ?? ''}>
        <ToastPlace />
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
// Until there is something to show, the page says that it is loading. A top-level `await` here would make the bundler
// split this module into many.
router.load().finally(show)
