// What the server uses of JavaScript and a Node before 26 lacks.
import { setMaxListeners } from 'node:events'
import 'temporal-polyfill/global'
import 'core-js/actual/array/from-async.js'
import 'core-js/actual/iterator/index.js'
import 'core-js/actual/map/group-by.js'
import 'core-js/actual/promise/with-resolvers.js'
import 'core-js/actual/set/index.js'

// It would warn of a leak when many wait for one signal, as all requests do for the stop.
setMaxListeners(0)
