// What the server uses of JavaScript and a Node before 26 lacks, as the types of Node 20 and of ES2023 say.
import { setMaxListeners } from 'node:events'
import 'temporal-polyfill/global'
import 'core-js/actual/array-buffer/transfer.js'
import 'core-js/actual/array/from-async.js'
import 'core-js/actual/map/group-by.js'
import 'core-js/actual/promise/with-resolvers.js'
import 'core-js/actual/set/intersection.js'

// It would warn of a leak when many wait for one signal, as all requests do for the stop.
setMaxListeners(0)
