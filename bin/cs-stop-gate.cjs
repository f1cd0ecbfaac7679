#!/usr/bin/env node
'use strict';

require('./launch.cjs').launch('cs-stop-gate');
