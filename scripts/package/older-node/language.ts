// What the server uses of JavaScript and a Node before 24 lacks. Whatever the libraries in tsconfig.json beside this file
// declare after ES2023 is brought here, whole.
import { setMaxListeners } from 'node:events'
import 'core-js/es/array/from-async.js'
import 'core-js/es/array-buffer/transfer.js'
import 'core-js/es/iterator/index.js'
import 'core-js/es/map/group-by.js'
import 'core-js/es/object/group-by.js'
import 'core-js/es/promise/with-resolvers.js'
import 'core-js/es/promise/try.js'
import 'core-js/es/set/index.js'

// It would warn of a leak when many wait for one signal, as all requests do for the stop.
setMaxListeners(0)
